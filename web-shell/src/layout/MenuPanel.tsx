// The menu next to the community navigation, 248 px wide.
import { useText } from '@witverse/sdk'
import { LanguageChoice, ThemeChoiceField } from '../parts/Preferences'
import { MenuItems } from './MenuItems'

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
