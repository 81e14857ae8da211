// The link to the avatar in the account menu.
import { AccountMenuLink, type SlotProps, useText } from '@witverse/sdk'

export default function MenuEntry({ close }: SlotProps) {
  const t = useText('avatars')
  return (
    <AccountMenuLink to="/custom" icon="person" onClick={close}>
      {t('menu')}
    </AccountMenuLink>
  )
}
