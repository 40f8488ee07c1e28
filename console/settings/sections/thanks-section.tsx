/** Sets what visitors see after submitting: the built-in thank-you page, or a page of your website. */
import { useState, type CSSProperties } from 'react';
import { EDGE_CONTRAST, textOn, withContrast } from '../../../lambdas/core/text/contrast.ts';
import { mailTexts } from '../../texts/settings/mail-texts.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { Radios } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { isColor } from '../email-preview.tsx';
import { useSettings } from '../settings-draft.tsx';

export function ThanksSection() {
  const t = useTexts('settings');
  const { settings, set, mayWrite, errorAt } = useSettings();
  const { language } = useLanguage();
  const { thank_you, brand, redirect_url } = settings;
  const texts = mailTexts[settings.language ?? language];
  const [isElsewhere, setIsElsewhere] = useState(redirect_url !== null);
  const orNull = (text: string): string | null => (text === '' ? null : text);
  return (
    <>
      {!isElsewhere && <ThanksPreview />}
      <Section title={t.afterwards} hint={t.afterwardsHint}>
        <Radios
          label={t.visitorsSee}
          value={isElsewhere ? 'elsewhere' : 'here'}
          isReadOnly={!mayWrite}
          onChange={(choice) => {
            setIsElsewhere(choice === 'elsewhere');
            if (choice === 'here') set('redirect_url', null);
          }}
          options={[
            { value: 'here', label: t.ourPage },
            { value: 'elsewhere', label: t.ownPage },
          ]}
        />
        {isElsewhere ? (
          <TextField
            label={t.members.redirect_url}
            type="url"
            placeholder="https://www.example.org/thanks"
            value={redirect_url ?? ''}
            onChange={(url) => set('redirect_url', orNull(url))}
            maxLength={2048}
            isReadOnly={!mayWrite}
            error={errorAt('redirect_url')}
          />
        ) : (
          <>
            <TextField
              label={t.heading}
              isRequired={false}
              placeholder={texts.thanks}
              value={thank_you.heading ?? ''}
              onChange={(heading) => set('thank_you', { ...thank_you, heading: orNull(heading) })}
              maxLength={200}
              isReadOnly={!mayWrite}
              error={errorAt('thank_you.heading')}
            />
            <TextField
              label={t.text}
              isRequired={false}
              rows={4}
              placeholder={texts.received}
              value={thank_you.text ?? ''}
              onChange={(text) => set('thank_you', { ...thank_you, text: orNull(text) })}
              maxLength={2000}
              isReadOnly={!mayWrite}
              error={errorAt('thank_you.text')}
            />
            <TextField
              label={t.link}
              hint={t.linkHint}
              isRequired={false}
              type="url"
              placeholder="https://www.example.org/"
              value={thank_you.link ?? ''}
              onChange={(link) => set('thank_you', { ...thank_you, link: orNull(link) })}
              maxLength={2048}
              isReadOnly={!mayWrite}
              error={errorAt('thank_you.link')}
            />
          </>
        )}
      </Section>
      <Section title={t.brand} hint={t.brandHint}>
        <TextField
          label={t.brandName}
          isRequired={false}
          value={brand.name ?? ''}
          onChange={(name) => set('brand', { ...brand, name: orNull(name) })}
          maxLength={100}
          isReadOnly={!mayWrite}
          error={errorAt('brand.name')}
        />
        <TextField
          label={t.logo}
          hint={t.logoHint}
          isRequired={false}
          type="url"
          placeholder="https://www.example.org/logo.svg"
          value={brand.logo_url ?? ''}
          onChange={(logo) => set('brand', { ...brand, logo_url: orNull(logo) })}
          maxLength={2048}
          isReadOnly={!mayWrite}
          error={errorAt('brand.logo_url')}
        />
        <TextField
          label={t.color}
          hint={t.colorHint}
          isRequired={false}
          placeholder="#0b57d0"
          prefix={
            <input
              type="color"
              className="color-well"
              aria-label={t.chooseColor}
              value={brand.color !== null && isColor(brand.color) ? brand.color : '#0b57d0'}
              disabled={!mayWrite}
              onChange={({ target }) => set('brand', { ...brand, color: target.value })}
            />
          }
          value={brand.color ?? ''}
          onChange={(color) => set('brand', { ...brand, color: orNull(color) })}
          maxLength={7}
          isMono
          isReadOnly={!mayWrite}
          error={errorAt('brand.color')}
        />
      </Section>
    </>
  );
}

/** Links to the pages that the service renders with the saved settings. */
function SavedPages() {
  const t = useTexts('settings');
  const { language } = useLanguage();
  const { form } = useSettings();
  const addressOf = (page: 'thanks' | 'error'): string =>
    `/v1/forms/${form.id}/preview?page=${page}&language=${form.language ?? language}`;
  return (
    <p className="settings-row start">
      <a className="link" href={addressOf('thanks')} target="_blank" rel="noopener">
        {t.openThanks}
      </a>
      <a className="link" href={addressOf('error')} target="_blank" rel="noopener">
        {t.openErrorPage}
      </a>
    </p>
  );
}

const CARD = { light: '#ffffff', dark: '#1b1e22' };

/**
 * Previews the page in the form's language or, if none is set, in the user's language, with the console's
 * theme.
 */
function ThanksPreview() {
  const t = useTexts('settings');
  const { language } = useLanguage();
  const { settings } = useSettings();
  const { thank_you, brand } = settings;
  const texts = mailTexts[settings.language ?? language];
  const color = brand.color !== null && isColor(brand.color) ? brand.color : undefined;
  const host =
    thank_you.link !== null && URL.canParse(thank_you.link) ? new URL(thank_you.link).host : undefined;
  const colors =
    color === undefined
      ? {}
      : {
          '--thanks-color': color,
          '--thanks-on-color': textOn(color),
          '--thanks-edge': `light-dark(${withContrast(color, CARD.light, EDGE_CONTRAST)}, ${withContrast(color, CARD.dark, EDGE_CONTRAST)})`,
        };
  return (
    <figure className="preview">
      <figcaption>{t.thanksPreview}</figcaption>
      <div className="thanks" style={colors as CSSProperties} lang={settings.language ?? language}>
        <div className="thanks-card">
          {brand.logo_url !== null ? (
            <p className="thanks-logo">{brand.name ?? t.logo}</p>
          ) : (
            brand.name !== null && <p className="thanks-brand">{brand.name}</p>
          )}
          <p className="preview-heading" dir="auto">
            {thank_you.heading ?? texts.thanks}
          </p>
          {(thank_you.text ?? texts.received).split(/\n\s*\n/).map((text, index) => (
            <p key={index} dir="auto">
              {text}
            </p>
          ))}
          <span className="thanks-button">{host === undefined ? texts.back : texts.toWebsite(host)}</span>
        </div>
      </div>
      {brand.logo_url !== null && <p className="field-hint">{t.logoNotShown}</p>}
      <SavedPages />
    </figure>
  );
}
