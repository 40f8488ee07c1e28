/**
 * Provides submissions in five languages for the demo account's forms, enough to try out lists, search and
 * export.
 */

export type DemoForm = 'contact' | 'workshop' | 'jobs';

export interface DemoPost {
  readonly form: DemoForm;
  /**
   * Age of the submission when the service starts, in days. The fractional part determines the time of day.
   */
  readonly age: number;
  readonly language: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Status set by the form's owner. If absent, the submission is unread. */
  readonly state?: 'read' | 'starred' | 'answered';
  /** Set if the honeypot field was filled in. */
  readonly spam?: true;
}

const contact = (
  age: number,
  language: string,
  [name, email, subject, message]: readonly [string, string, string, string],
  state?: DemoPost['state'],
): DemoPost => ({
  form: 'contact',
  age,
  language,
  fields: { name, email, subject, message },
  ...(state && { state }),
});

const workshop = (
  age: number,
  language: string,
  [name, email, date, seats, topics]: readonly [string, string, string, string, string[]],
  state?: DemoPost['state'],
): DemoPost => ({
  form: 'workshop',
  age,
  language,
  fields: { name, email, date, seats, topics: JSON.stringify(topics), newsletter: 'yes' },
  ...(state && { state }),
});

const job = (
  age: number,
  language: string,
  [name, email, position, portfolio, about]: readonly [string, string, string, string, string],
  state?: DemoPost['state'],
): DemoPost => ({
  form: 'jobs',
  age,
  language,
  fields: { name, email, position, portfolio, about },
  ...(state && { state }),
});

const spam = (age: number, [name, email, message]: readonly [string, string, string]): DemoPost => ({
  form: 'contact',
  age,
  language: 'en-US',
  fields: { name, email, subject: 'Hello', message },
  spam: true,
});

/** Sorted from newest to oldest. */
export const demoPosts: readonly DemoPost[] = [
  contact(0.02, 'de-AT', [
    'Johanna Pichler',
    'johanna.pichler@example.com',
    'Angebot für unsere Praxis',
    'Guten Tag, wir sind eine Gemeinschaftspraxis mit sechs Ärztinnen und suchen neue Möbel für das Wartezimmer. Könnten Sie uns bis Freitag ein Angebot für zwölf Stühle und zwei Bänke schicken?\n\nMit freundlichen Grüßen\nJohanna Pichler',
  ]),
  contact(0.07, 'en-GB', [
    'Oliver Bennett',
    'oliver.bennett@example.com',
    'Delivery to Edinburgh',
    'Hello, do you deliver to Scotland, and would you carry two oak benches up to a third floor without a lift?',
  ]),
  workshop(0.15, 'it-IT', [
    'Giulia Conti',
    'giulia.conti@example.com',
    '2026-12-12',
    '2',
    ['joinery', 'oil finish'],
  ]),
  contact(0.4, 'ru-RU', [
    'Елена Соколова',
    'elena.sokolova@example.com',
    'Стол на заказ',
    'Здравствуйте! Делаете ли вы столы по индивидуальным размерам? Нужен стол 240 на 95 сантиметров из дуба, с закруглёнными углами.',
  ]),
  job(0.6, 'de-DE', [
    'Lukas Brandt',
    'lukas.brandt@example.com',
    'Carpenter',
    'https://lukas-brandt.example.com',
    'Ich bin gelernter Tischler mit vier Jahren Erfahrung im Treppenbau und suche ab Februar eine neue Stelle.',
  ]),
  spam(0.8, [
    'RobertPem',
    'seo.winner@example.net',
    'Rank #1 on Google in 48 hours! Visit http://seo-boost.example and https://cheap-links.example now',
  ]),
  contact(
    1.1,
    'es-ES',
    [
      'Carmen Ortega',
      'carmen.ortega@example.com',
      'Silla dañada en el transporte',
      'Buenos días, la silla que pedí la semana pasada llegó con una pata rota. Adjunto el número de pedido: 20418. ¿Cómo procedemos?',
    ],
    'starred',
  ),
  contact(
    1.3,
    'en-US',
    [
      'Marcus Hill',
      'marcus.hill@example.com',
      'Invoice address',
      'Could you change the address on invoice 3391 to Hill & Sons LLC, 14 Harbor Street, Portland?',
    ],
    'answered',
  ),
  workshop(1.6, 'de-CH', ['Reto Zürcher', 'reto.zuercher@example.com', '2026-12-12', '1', ['joinery']]),
  contact(
    2.2,
    'it-IT',
    [
      'Marco Ferrari',
      'marco.ferrari@example.com',
      'Cura del legno',
      'Buongiorno, quale olio consigliate per un tavolo di noce usato ogni giorno da una famiglia con tre bambini?',
    ],
    'answered',
  ),
  workshop(
    2.5,
    'en-GB',
    ['Priya Nair', 'priya.nair@example.com', '2027-01-16', '4', ['chair making', 'sharpening']],
    'read',
  ),
  spam(2.6, [
    'Crypto Desk',
    'invest@example.net',
    'Your wallet earned $4,380 today. Confirm: http://wallet-check.example',
  ]),
  contact(
    3.05,
    'de-DE',
    [
      'Sabine Krüger',
      'sabine.krueger@example.com',
      'Öffnungszeiten über die Feiertage',
      'Haben Sie zwischen Weihnachten und Neujahr geöffnet? Wir kämen gerne am 28. Dezember vorbei.',
    ],
    'answered',
  ),
  job(
    3.4,
    'en-GB',
    [
      'Amelia Clarke',
      'amelia.clarke@example.com',
      'Showroom assistant',
      'https://amelia.example.com/cv',
      'I have worked in two design shops, speak German and Italian, and love explaining wood to people.',
    ],
    'starred',
  ),
  contact(
    4.1,
    'ru-RU',
    [
      'Дмитрий Волков',
      'd.volkov@example.com',
      'Доставка в Ригу',
      'Добрый день. Сколько стоит доставка комода в Ригу и сколько недель она занимает?',
    ],
    'read',
  ),
  workshop(
    4.6,
    'es-ES',
    ['Lucía Romero', 'lucia.romero@example.com', '2027-01-16', '2', ['oil finish']],
    'read',
  ),
  contact(
    5.2,
    'en-US',
    [
      'Hannah Lee',
      'hannah.lee@example.com',
      'Wholesale',
      'We run three cafés in Seattle and would like about forty stools. Is there a price list for resellers?',
    ],
    'starred',
  ),
  spam(5.3, ['AAA Pharma', 'pills@example.net', 'Discount 80% no prescription https://pharma-24.example']),
  contact(
    6.4,
    'it-IT',
    [
      'Chiara Greco',
      'chiara.greco@example.com',
      'Ritiro in negozio',
      'È possibile ritirare l’ordine 20377 direttamente da voi sabato mattina?',
    ],
    'answered',
  ),
  workshop(
    6.9,
    'de-DE',
    ['Thomas Wagner', 'thomas.wagner@example.com', '2026-12-12', '2', ['joinery', 'sharpening']],
    'read',
  ),
  contact(
    7.3,
    'de-DE',
    [
      'Miriam Schulz',
      'miriam.schulz@example.com',
      'Reklamation Regal',
      'Beim Regal „Linde“ fehlen vier Schrauben und ein Winkel. Bestellnummer 20355. Können Sie die Teile nachsenden?',
    ],
    'answered',
  ),
  job(
    8.2,
    'es-ES',
    [
      'Javier Molina',
      'javier.molina@example.com',
      'Carpenter',
      'https://molina.example.com',
      'Trabajo con madera desde hace diez años, sobre todo escaleras y cocinas. Puedo empezar en marzo.',
    ],
    'read',
  ),
  contact(
    8.7,
    'en-GB',
    [
      'Grace Thompson',
      'grace.thompson@example.com',
      'Thank you',
      'The dining table arrived this morning and it is even more beautiful than in the pictures. Please thank the two gentlemen who carried it in.',
    ],
    'starred',
  ),
  spam(9.1, [
    'Anna',
    'anna.love@example.net',
    'hi dear, i saw your site and want to know you better http://meet-me.example',
  ]),
  workshop(
    9.8,
    'fr-CH',
    ['Camille Favre', 'camille.favre@example.com', '2027-01-16', '1', ['chair making']],
    'read',
  ),
  contact(
    10.4,
    'es-MX',
    [
      'Diego Hernández',
      'diego.hernandez@example.com',
      'Factura',
      'Necesito la factura del pedido 20290 con los datos de mi empresa. Gracias.',
    ],
    'answered',
  ),
  contact(
    11.1,
    'ru-RU',
    [
      'Анна Морозова',
      'anna.morozova@example.com',
      'Каталог',
      'Пришлите, пожалуйста, каталог с ценами на стулья и скамьи.',
    ],
    'answered',
  ),
  job(
    11.9,
    'de-AT',
    [
      'Katharina Hofer',
      'k.hofer@example.com',
      'Apprentice',
      'https://hofer.example.com',
      'Ich mache im Juni die Matura und möchte danach eine Lehre als Tischlerin beginnen.',
    ],
    'read',
  ),
  workshop(12.3, 'en-US', ['Daniel Kim', 'daniel.kim@example.com', '2026-11-28', '1', ['joinery']], 'read'),
  contact(
    12.8,
    'de-DE',
    [
      'Peter Neumann',
      'peter.neumann@example.com',
      'Lieferzeit',
      'Wie lange ist zurzeit die Lieferzeit für das Bett „Esche“ in 180 × 200?',
    ],
    'answered',
  ),
  spam(13.2, [
    'WebDesignPro',
    'design@example.net',
    'We redesign your website for $99. See portfolio http://cheap-web.example',
  ]),
  contact(
    13.7,
    'it-IT',
    [
      'Luca Marino',
      'luca.marino@example.com',
      'Misure sedia',
      'Qual è l’altezza della seduta del modello “Larice”?',
    ],
    'read',
  ),
  workshop(
    14.5,
    'de-DE',
    ['Ines Vogel', 'ines.vogel@example.com', '2026-11-28', '3', ['oil finish']],
    'read',
  ),
  contact(
    15.2,
    'en-GB',
    [
      'Emily Carter',
      'emily.carter@example.com',
      'Repair of an old chair',
      'My grandmother’s chair has a cracked back. Do you repair furniture that you didn’t make?',
    ],
    'answered',
  ),
  job(
    16.3,
    'it-IT',
    [
      'Sofia Ricci',
      'sofia.ricci@example.com',
      'Showroom assistant',
      'https://ricci.example.com',
      'Ho studiato design a Milano e parlo quattro lingue.',
    ],
    'read',
  ),
  contact(
    16.8,
    'es-ES',
    [
      'Pablo Vidal',
      'pablo.vidal@example.com',
      'Visita al taller',
      '¿Se puede visitar el taller con un grupo de veinte estudiantes de diseño?',
    ],
    'answered',
  ),
  spam(17.4, [
    'Loan Office',
    'loan@example.net',
    'Business loan approved without documents http://fast-loan.example',
  ]),
  workshop(
    18.1,
    'ru-RU',
    ['Игорь Лебедев', 'igor.lebedev@example.com', '2026-11-28', '1', ['sharpening']],
    'read',
  ),
  contact(
    18.9,
    'de-CH',
    [
      'Ursula Meier',
      'ursula.meier@example.com',
      'Gutschein',
      'Bieten Sie Gutscheine für die Kurse an? Es wäre ein Geschenk zum Sechzigsten.',
    ],
    'answered',
  ),
  contact(
    19.6,
    'en-US',
    [
      'Sam Rivera',
      'sam.rivera@example.com',
      'Press inquiry',
      'I write for a magazine on small workshops. Could I visit you for an interview in December?',
    ],
    'starred',
  ),
  workshop(
    20.7,
    'de-DE',
    ['Jonas Keller', 'jonas.keller@example.com', '2026-11-28', '2', ['joinery']],
    'read',
  ),
  spam(21.2, [
    'Traffic24',
    'traffic@example.net',
    '10,000 visitors for $10, order at http://traffic24.example',
  ]),
  contact(
    21.9,
    'it-IT',
    [
      'Elisa Romano',
      'elisa.romano@example.com',
      'Campioni di legno',
      'Potete inviarmi dei campioni di rovere e noce? Vorrei confrontarli con il pavimento.',
    ],
    'answered',
  ),
  contact(
    22.6,
    'de-DE',
    [
      'Frank Richter',
      'frank.richter@example.com',
      'Umtausch',
      'Der Hocker ist leider zwei Zentimeter zu hoch. Kann ich ihn gegen das niedrigere Modell tauschen?',
    ],
    'answered',
  ),
  workshop(
    23.8,
    'en-GB',
    ['Tom Walsh', 'tom.walsh@example.com', '2026-11-28', '1', ['chair making']],
    'read',
  ),
  job(
    24.4,
    'en-GB',
    [
      'Noah Evans',
      'noah.evans@example.com',
      'Apprentice',
      'https://noah.example.com',
      'I finish school in July and have built two canoes with my uncle.',
    ],
    'read',
  ),
  contact(
    25.1,
    'ru-RU',
    [
      'Сергей Павлов',
      'sergey.pavlov@example.com',
      'Гарантия',
      'Какая гарантия на столешницу? Появилась небольшая трещина у края.',
    ],
    'answered',
  ),
  spam(25.7, [
    'Backlinks',
    'links@example.net',
    'Buy 500 backlinks http://links.example http://more-links.example http://best-links.example',
  ]),
  workshop(
    26.2,
    'es-ES',
    ['Nuria Castro', 'nuria.castro@example.com', '2026-11-28', '2', ['oil finish', 'joinery']],
    'read',
  ),
  contact(
    26.8,
    'en-US',
    [
      'Rachel Stone',
      'rachel.stone@example.com',
      'Order 20199',
      'My order has been “in preparation” for nine days. Is anything missing?',
    ],
    'answered',
  ),
  contact(
    27.5,
    'de-DE',
    [
      'Heike Baumann',
      'heike.baumann@example.com',
      'Pflegehinweise',
      'Darf ich den Esstisch mit Seifenlauge reinigen oder schadet das dem Öl?',
    ],
    'answered',
  ),
  workshop(
    28.1,
    'it-IT',
    ['Paolo Bruno', 'paolo.bruno@example.com', '2026-11-28', '1', ['sharpening']],
    'read',
  ),
  spam(28.4, ['Bonus', 'casino@example.net', 'You won 250 free spins! http://lucky-casino.example']),
  contact(
    28.9,
    'es-ES',
    [
      'Elena Navarro',
      'elena.navarro@example.com',
      'Medidas especiales',
      '¿Podéis fabricar la estantería con 85 cm de ancho en lugar de 90?',
    ],
    'answered',
  ),
  job(
    29.3,
    'de-DE',
    [
      'Mira Hoffmann',
      'mira.hoffmann@example.com',
      'Carpenter',
      'https://mira.example.com',
      'Meisterin mit Schwerpunkt Restaurierung, zuletzt sechs Jahre in einer Werkstatt in Leipzig.',
    ],
    'read',
  ),
  contact(
    29.6,
    'en-GB',
    [
      'Isla Murray',
      'isla.murray@example.com',
      'Bench for a garden',
      'Which of your benches can stay outside in the rain all year?',
    ],
    'answered',
  ),
];
