import { isRandomName } from '../../lambdas/spam/random-name.ts';

it.each([
  'XkJhQzRtPwL',
  'oZrGkVhXnTeQw',
  'dQlVhXqnWeRtY',
  'zxcvbnmkl',
  'qwrtpsdfgh',
  'a8f3k2x9d1',
  'Hello JLrkHvYqPsMd',
])('%s looks random', (name) => {
  expect(isRandomName(name)).toBe(true);
});

it.each([
  'Ada Lovelace',
  'JEAN-PIERRE DUPONT',
  'Ludwig van Beethoven',
  'McDonald-MacGregor',
  'DeLaCruz',
  'JeanPaulMarieLuc',
  'Knechtschmidt',
  'Hirschschlag',
  'Rechtschreiber',
  'Schwarzschild',
  'Grzegorz Brzęczyszczykiewicz',
  'Krzysztof Szczęśniak',
  'Vlk Smrž',
  'Nguyễn Phương Thảo',
  'Þorbjörg Guðmundsdóttir',
  'Wojciechowska2024',
  'Анастасия Щербакова',
  'Мстислав Вздрщев',
  '山田太郎',
  'Christopher',
  'Bartholomew',
  'Kirschstein',
  'Schtschedrin',
  'Strengths GmbH & Co. KG',
  'van der Straeten',
  'x'.repeat(1000),
])('%s looks like a name', (name) => {
  expect(isRandomName(name)).toBe(false);
});
