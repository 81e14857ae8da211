// Asks administrators and moderators for a confirmation of identity on every screen: also screens of plugins have changes that
// only they can make. Its chunk is loaded for them alone.
import { useCaller } from '@witverse/sdk'
import { type ComponentType, type ReactNode, useContext, useEffect, useState } from 'react'
import { I18nContext } from 'react-i18next'
import { addTexts } from '../../../lib/lazy'

export function StaffSudo() {
  const { user } = useCaller()
  const { i18n } = useContext(I18nContext) ?? {}
  const isStaff = (user?.roles.length ?? 0) > 0
  const [Provider, setProvider] = useState<ComponentType<{ children: ReactNode }> | null>(null)
  useEffect(() => {
    if (!isStaff || !i18n) return
    import('./chunk').then(
      ({ SudoProvider, texts }) => {
        addTexts(i18n, [texts])
        setProvider(() => SudoProvider)
      },
      (error: unknown) => reportError(error),
    )
  }, [isStaff, i18n])
  return isStaff && Provider ? <Provider>{null}</Provider> : null
}
