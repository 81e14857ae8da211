// `/appeal?decision=&token=`: the appeal page that mails link to. It works without a login.
import '../../styles/parts.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ApiError,
  Button,
  EmptyPage,
  Loaded,
  Page,
  PageError,
  PageHead,
  useApi,
  useCaller,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { useSearchParams } from '@witverse/sdk/router'
import { type Decision, fetchDecision } from '../safety/api'
import { DecisionCard } from '../safety/DecisionCard'

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
  const changed = (next: Decision) => {
    queries.setQueryData(key, next)
    toast(t('appeal.sent'), 'good')
  }
  return (
    <Loaded
      query={decision}
      title={t('appeal.pageTitle')}
      missing={<DecisionMissing />}
      denied={<DecisionMissing />}
      failed={(error) =>
        error instanceof ApiError && error.status === 422 ? (
          <DecisionMissing />
        ) : (
          <PageError title={t('appeal.pageTitle')} error={error} onRetry={() => void decision.refetch()} />
        )
      }
    >
      {(data) => (
        <Page title={t('appeal.pageTitle')} width="narrow">
          <PageHead className="pt-head" title={t('appeal.pageTitle')} text={t('appeal.pageText')} />
          <DecisionCard decision={data} token={token} onChanged={changed} open />
          {!data.mayAppeal && !data.appeal && <p className="wv-note">{t('appeal.over')}</p>}
        </Page>
      )}
    </Loaded>
  )
}

function DecisionMissing() {
  const t = useText('shell-safety')
  const modal = useModal()
  const { status } = useCaller()
  return (
    <EmptyPage
      className="sh-screen"
      title={t('appeal.missing')}
      text={t('appeal.missingText')}
      action={
        status === 'visitor' && <Button onClick={() => modal.open('sign-in')}>{t('signIn.open')}</Button>
      }
    />
  )
}
