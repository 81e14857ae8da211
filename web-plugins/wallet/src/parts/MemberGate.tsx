// A wallet belongs to somebody: visitors are asked who they are.
import { Button, EmptyState, Page, useCaller, useModal, useText, WitMark } from '@witverse/sdk'
import type { ReactNode } from 'react'

interface MemberGateProps {
  title: string
  waiting: ReactNode
  children: ReactNode
}

export function MemberGate({ title, waiting, children }: MemberGateProps) {
  const t = useText('wallet')
  const modal = useModal()
  const { status, user } = useCaller()
  if (user) return children
  if (status === 'loading') return waiting
  return (
    <Page title={title} className="wl-page wl-alone">
      <EmptyState
        level={1}
        art={<WitMark size={72} />}
        title={t('visitor.title')}
        text={t('visitor.text')}
        action={
          <>
            <Button onClick={() => modal.open('sign-in')}>{t('visitor.signIn')}</Button>
            <Button look="secondary" onClick={() => modal.open('sign-up')}>
              {t('visitor.signUp')}
            </Button>
          </>
        }
      />
    </Page>
  )
}
