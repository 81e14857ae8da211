// The menu on phones, as a bottom sheet. Plugins' pages are in its navigation, so their account entries are left out.
import { BottomSheet, useCaller, useText } from '@witverse/sdk'
import { LanguageChoice, ThemeChoiceField } from '../parts/Preferences'
import { AccountLinks, SignOutItem } from './AccountPopover'
import { MenuItems } from './MenuItems'

export function MenuSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('shell')
  const { user } = useCaller()
  return (
    <BottomSheet open={open} onClose={onClose} title={t('nav.menu')}>
      <MenuItems onLeave={onClose} />
      {user && (
        <>
          <AccountLinks user={user} onLeave={onClose} />
          <SignOutItem onDone={onClose} />
        </>
      )}
      <div className="sh-menu-end">
        <LanguageChoice />
        <ThemeChoiceField />
      </div>
    </BottomSheet>
  )
}
