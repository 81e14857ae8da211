// `/appeal?decision=&token=`: the appeal page that mails link to. It works without a login.
import '../../styles/parts.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ApiError,
  Button,
  EmptyState,
  Page,
  PageError,
  PageSkeleton,
  useApi,
  useCaller,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { type Decision, fetchDecision } from '../safety/api'
import { DecisionCard } from '../safety/DecisionCard'

const HIDDEN_STATUSES = [401, 403, 404, 422]

export function AppealScreen() {
  const t = useText('shell-safety')
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  const { user } = useCaller()
  const [query] = useSearchParams()
  const [id, token] = [query.get('decision') ?? '', query.get('token') ?? '']
  const key = ['safety', 'decision', id, token, user?.id ?? null]
  const decision = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchDecision(api, id, token, signal),
    enabled: id !== '',
  })
  if (id === '') return <DecisionMissing />
  if (decision.status === 'pending') return <PageSkeleton label={t('loading')} />
  if (decision.status === 'error') {
    const { error } = decision
    if (error instanceof ApiError && HIDDEN_STATUSES.includes(error.status)) return <DecisionMissing />
    return <PageError error={error} onRetry={() => void decision.refetch()} />
  }
  const changed = (next: Decision) => {
    queries.setQueryData(key, next)
    toast(t('appeal.sent'), 'good')
  }
  return (
    <Page title={t('appeal.pageTitle')} width="narrow">
      <header className="wv-head pt-head">
        <h1>{t('appeal.pageTitle')}</h1>
        <p>{t('appeal.pageText')}</p>
      </header>
      <DecisionCard decision={decision.data} token={token} onChanged={changed} open />
      {!decision.data.mayAppeal && !decision.data.appeal && <p className="sf-note">{t('appeal.over')}</p>}
    </Page>
  )
}

function DecisionMissing() {
  const t = useText('shell-safety')
  const modal = useModal()
  const { status } = useCaller()
  return (
    <Page title={t('appeal.missing')} className="sh-screen">
      <EmptyState
        level={1}
        title={t('appeal.missing')}
        text={t('appeal.missingText')}
        action={
          status === 'visitor' && <Button onClick={() => modal.open('sign-in')}>{t('signIn.open')}</Button>
        }
      />
    </Page>
  )
}
