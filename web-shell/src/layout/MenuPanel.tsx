// The menu next to the community navigation, 248 px wide.
import { useText } from '@witverse/sdk'
import { MenuItems } from './MenuItems'
import { LanguageChoice, ThemeChoiceField } from './Preferences'

export function MenuPanel({ open }: { open: boolean }) {
  const t = useText('shell')
  return (
    <nav id="menu" className="sh-menu" aria-label={t('nav.menu')} inert={!open}>
      <MenuItems />
      <div className="sh-menu-end">
        <LanguageChoice />
        <ThemeChoiceField />
      </div>
    </nav>
  )
}
