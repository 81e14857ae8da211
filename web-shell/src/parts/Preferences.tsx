// Language and theme: quick toggles for the header, full choices for the menus.
import { Icon, IconButton, type ThemeChoice, useLanguage, useText, useTheme } from '@witverse/sdk'
import { useSyncExternalStore } from 'react'

const LANGUAGES = [
  { language: 'ko', name: '한국어' },
  { language: 'en', name: 'English' },
] as const
const THEMES: ThemeChoice[] = ['system', 'light', 'dark']

/** Shows the name of the other language, in that language. */
export function LanguageToggle() {
  const { language, setLanguage } = useLanguage()
  const other = language === 'ko' ? LANGUAGES[1] : LANGUAGES[0]
  return (
    <button
      type="button"
      className="sh-language"
      lang={other.language}
      onClick={() => setLanguage(other.language)}
      data-language={other.language}
    >
      <Icon name="globe" size={18} />
      {other.name}
    </button>
  )
}

export function ThemeToggle() {
  const t = useText('shell')
  const { theme, setTheme } = useTheme()
  const systemDark = useSystemDark()
  const dark = theme === 'dark' || (theme === 'system' && systemDark)
  return (
    <IconButton
      label={t(dark ? 'preferences.toLight' : 'preferences.toDark')}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </IconButton>
  )
}

export function LanguageChoice() {
  const t = useText('shell')
  const { language, setLanguage } = useLanguage()
  return (
    <fieldset className="sh-choice">
      <legend>{t('preferences.language')}</legend>
      <div className="sh-choice-row">
        {LANGUAGES.map((option) => (
          <button
            key={option.language}
            type="button"
            lang={option.language}
            aria-pressed={option.language === language}
            onClick={() => setLanguage(option.language)}
          >
            {option.name}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

export function ThemeChoiceField() {
  const t = useText('shell')
  const { theme, setTheme } = useTheme()
  return (
    <fieldset className="sh-choice">
      <legend>{t('preferences.theme')}</legend>
      <div className="sh-choice-row">
        {THEMES.map((option) => (
          <button key={option} type="button" aria-pressed={option === theme} onClick={() => setTheme(option)}>
            {t(`preferences.${option}`)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function useSystemDark(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia('(prefers-color-scheme: dark)')
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia('(prefers-color-scheme: dark)').matches,
    () => false,
  )
}
