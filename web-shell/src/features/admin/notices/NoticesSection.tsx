// The notices of administrators: write, schedule, withdraw.
import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  Icon,
  ListView,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { type AdminNotice, useAdminNotices, useNoticeActions } from './api'
import { shownAt } from './moments'
import { NoticeModal } from './NoticeModal'

const TONES = { scheduled: 'accent', published: 'good', withdrawn: 'plain' } as const

export function NoticesSection() {
  const t = useText('shell-notices')
  const list = useAdminNotices()
  const [writing, setWriting] = useState<AdminNotice | 'new' | null>(null)
  return (
    <Section
      title={t('title')}
      text={t('text')}
      aside={
        <Button size="small" onClick={() => setWriting('new')}>
          <Icon name="plus" size={16} /> {t('write')}
        </Button>
      }
    >
      <ListView
        list={list}
        label={t('title')}
        empty={<EmptyInline text={t('none')} />}
        keyOf={({ noticeId }) => noticeId}
      >
        {(notice) => <NoticeRow notice={notice} onEdit={() => setWriting(notice)} />}
      </ListView>
      {writing && (
        <NoticeModal notice={writing === 'new' ? null : writing} onClose={() => setWriting(null)} />
      )}
    </Section>
  )
}

function NoticeRow({ notice, onEdit }: { notice: AdminNotice; onEdit: () => void }) {
  const t = useText('shell-notices')
  const toast = useToast()
  const { language } = useLanguage()
  const { withdraw } = useNoticeActions()
  const [asking, setAsking] = useState(false)
  const { noticeId, title, state, publishAt } = notice
  return (
    <div className="pt-row">
      <div className="pt-row-text">
        <strong>
          {title[language]} <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
        </strong>
        <small>{t('at', { time: shownAt(publishAt) })}</small>
      </div>
      <div className="wv-actions">
        {state === 'scheduled' && (
          <Button variant="secondary" size="small" onClick={onEdit}>
            {t('edit')}
          </Button>
        )}
        {state !== 'withdrawn' && (
          <Button variant="quiet" size="small" className="is-bad" onClick={() => setAsking(true)}>
            {t('withdraw')}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          title={t('withdrawTitle')}
          text={t(state === 'scheduled' ? 'withdrawScheduled' : 'withdrawText')}
          action={t('withdraw')}
          tone="danger"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await withdraw(noticeId)
            toast(t('withdrawn'))
          }}
        />
      )}
    </div>
  )
}
