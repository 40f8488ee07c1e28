/** Sets what visitors see after submitting: the built-in thank-you page, or a page on the user's website. */
import { useState } from 'react';
import { mailTexts } from '../../texts/settings/mail-texts.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { Radios } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
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
      <div data-preview="thanks">
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
      </div>
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

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);
