// The link to the wallet in the account menu.
import { AccountMenuLink, type SlotProps, useText } from '@witverse/sdk'
import { usePaths } from '../order/usePaths'

export default function MenuEntry({ close }: SlotProps) {
  const t = useText('wallet')
  const paths = usePaths()
  return (
    <AccountMenuLink to={paths.wallet} icon="wallet" onClick={close}>
      {t('title')}
    </AccountMenuLink>
  )
}
