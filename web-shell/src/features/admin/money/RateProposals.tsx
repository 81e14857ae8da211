// Proposed exchange rates: one administrator proposes, another one decides.
import { Badge, Button, Confirm, ListView, useApi, useCaller, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { useRefreshAdmin } from '../api'
import { AnswerDialog } from './AnswerDialog'
import { approveRate, type RateEntry, type RateProposal, rejectRate, useRateProposals } from './api'
import { RatePreview } from './RatePreview'
import { ReviewLines } from './ReviewLines'

const TONES = { proposed: 'accent', applied: 'good', rejected: 'plain' } as const

interface DecidingState {
  proposal: RateProposal
  decision: 'approve' | 'reject'
}

/** Nothing as long as there was no proposal. */
export function RateProposals({ current }: { current: RateEntry }) {
  const t = useText('shell-money')
  const list = useRateProposals()
  const [deciding, setDeciding] = useState<DecidingState | null>(null)
  const close = () => setDeciding(null)
  if (list.items.length === 0) return null
  return (
    <Section title={t('rateProposals.title')} text={t('rateProposals.text')}>
      <ListView list={list} label={t('rateProposals.title')} keyOf={(proposal) => proposal.id} empty={null}>
        {(proposal) => (
          <ProposalCard
            proposal={proposal}
            current={current}
            onDecide={(decision) => setDeciding({ proposal, decision })}
          />
        )}
      </ListView>
      {deciding?.decision === 'approve' && (
        <ApproveDialog proposal={deciding.proposal} current={current} onClose={close} />
      )}
      {deciding?.decision === 'reject' && <RejectDialog proposal={deciding.proposal} onClose={close} />}
    </Section>
  )
}

interface ProposalCardProps {
  proposal: RateProposal
  current: RateEntry
  onDecide: (decision: DecidingState['decision']) => void
}

function ProposalCard({ proposal, current, onDecide }: ProposalCardProps) {
  const t = useText('shell-money')
  const own = useIsOwn(proposal)
  const isOpen = proposal.state === 'proposed'
  const isOutdated = proposal.baseVersion !== current.version
  return (
    <article className="ad-card">
      <header>
        <strong>{t('rateProposals.of', { version: proposal.baseVersion })}</strong>
        <Badge tone={TONES[proposal.state]}>{t(`adjustmentStates.${proposal.state}`)}</Badge>
      </header>
      {isOpen && <RatePreview before={current} after={proposal} />}
      <ReviewLines reason={proposal.note} review={proposal} />
      {isOpen && isOutdated && <p className="ad-waiting">{t('rateProposals.outdated')}</p>}
      {isOpen && !isOutdated && own && <p className="ad-waiting">{t('adjustments.second')}</p>}
      {isOpen && (
        <div className="wv-actions">
          {!own && !isOutdated && (
            <Button size="small" onClick={() => onDecide('approve')}>
              {t('adjustments.approve')}
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={() => onDecide('reject')}>
            {t(own ? 'rateProposals.withdraw' : 'adjustments.reject')}
          </Button>
        </div>
      )}
    </article>
  )
}

function useIsOwn({ proposedBy }: RateProposal): boolean {
  const { user } = useCaller()
  return proposedBy.id === user?.id
}

interface ApproveProps {
  proposal: RateProposal
  current: RateEntry
  onClose: () => void
}

function ApproveDialog({ proposal, current, onClose }: ApproveProps) {
  const t = useText('shell-money')
  const api = useApi()
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  return (
    <Confirm
      title={t('rateProposals.approveTitle')}
      text={t('rateProposals.approveText')}
      action={t('adjustments.approve')}
      onClose={onClose}
      onConfirm={async () => {
        await sudo(() => approveRate(api, proposal.id))
        toast(t('rates.done'), 'good')
        await refresh()
      }}
    >
      <RatePreview before={current} after={proposal} />
    </Confirm>
  )
}

function RejectDialog({ proposal, onClose }: Omit<ApproveProps, 'current'>) {
  const t = useText('shell-money')
  const api = useApi()
  const own = useIsOwn(proposal)
  return (
    <AnswerDialog
      title={t(own ? 'rateProposals.withdrawTitle' : 'rateProposals.rejectTitle')}
      text={t('rateProposals.rejectText')}
      label={t('adjustments.reason')}
      hint={t('forTheLog')}
      action={t(own ? 'rateProposals.withdraw' : 'adjustments.reject')}
      done={t(own ? 'rateProposals.withdrawDone' : 'rateProposals.rejectDone')}
      tone="danger"
      onDecide={(answer) => rejectRate(api, proposal.id, answer)}
      onClose={onClose}
    />
  )
}
