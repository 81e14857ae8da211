// Protects a page for members: visitors see a prompt to log in.
import type { ReactNode } from 'react'
import { useCaller, useModal, useText } from '../host/context'
import { Button } from './Button'
import { classes } from './classes'
import { EmptyState } from './EmptyState'
import { Page } from './Page'
import { PageSkeleton } from './Skeleton'

interface MemberGateProps {
  /** The title of the page. */
  title: string
  /** The prompt for visitors: what the page offers. */
  visitor: { title: string; text: string; art?: ReactNode }
  /** Shown while the caller is loading. */
  waiting?: ReactNode
  className?: string
  /** The page also requires a nickname. */
  named?: boolean
  children: ReactNode
}

export function MemberGate({ title, visitor, waiting, className, named, children }: MemberGateProps) {
  const t = useText('kit')
  const modal = useModal()
  const { status, user } = useCaller()
  if (user && (user.hasNickname || !named)) return children
  if (status === 'loading') return waiting ?? <PageSkeleton title={title} />
  const action = user ? (
    <Button onClick={() => modal.open('nickname')}>{t('chooseNickname')}</Button>
  ) : (
    <>
      <Button onClick={() => modal.open('sign-in')}>{t('signIn')}</Button>
      <Button variant="secondary" onClick={() => modal.open('sign-up')}>
        {t('signUp')}
      </Button>
    </>
  )
  return (
    <Page title={title} className={classes('wv-alone', className)}>
      <EmptyState
        level={1}
        art={visitor.art}
        title={user ? t('nicknameFirst') : visitor.title}
        text={user ? t('nicknameText') : visitor.text}
        action={action}
      />
    </Page>
  )
}
