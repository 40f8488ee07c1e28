import { redirectUrl, thankYouPageUrl } from '../../lambdas/form-pages/redirect-url.ts';

const BASE = 'https://forms.example/stage';

it('is the thank-you page if the form has no page set', () => {
  expect(thankYouPageUrl(BASE, 'contact')).toBe('https://forms.example/stage/v1/f/contact/thanks');
  expect(redirectUrl({ form: { redirect_url: null }, slug: 'frm_1' }, BASE)).toBe(
    'https://forms.example/stage/v1/f/frm_1/thanks',
  );
});

it("is the form's page, encoded for a header", () => {
  const form = { redirect_url: 'https://www.example.com/grazie?da=è' };
  expect(redirectUrl({ form, slug: 'contact' }, BASE)).toBe('https://www.example.com/grazie?da=%C3%A8');
});

it('is the page that the submission requests, if any', () => {
  const redirect = 'https://shop.example/done';
  for (const redirect_url of [null, 'https://www.example.com/'])
    expect(redirectUrl({ form: { redirect_url }, slug: 'contact', redirect }, BASE)).toBe(redirect);
});
