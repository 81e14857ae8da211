// Protects the pages of the wallet for members.
import { MemberGate as Gate, useText, WitMark } from '@witverse/sdk'
import type { ReactNode } from 'react'

interface MemberGateProps {
  title: string
  waiting?: ReactNode
  children: ReactNode
}

export function MemberGate(props: MemberGateProps) {
  const t = useText('wallet')
  const visitor = { title: t('visitor.title'), text: t('visitor.text'), art: <WitMark size={72} /> }
  return <Gate {...props} visitor={visitor} />
}
