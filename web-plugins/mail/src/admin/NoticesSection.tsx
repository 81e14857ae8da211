// The notices of administrators: write, schedule, withdraw.
import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  Icon,
  ListView,
  Panel,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useNoticeActions, useWrittenNotices, type WrittenNotice } from '../api/written-notices'
import { shownAt } from './moments'
import { NoticeModal } from './NoticeModal'

const TONES = { scheduled: 'accent', published: 'good', withdrawn: 'plain' } as const

export default function NoticesSection() {
  const t = useText('mail')
  const list = useWrittenNotices()
  const [writing, setWriting] = useState<WrittenNotice | 'new' | null>(null)
  return (
    <Panel
      className="ml-written"
      headClassName="ml-written-head"
      title={t('admin.title')}
      text={t('admin.text')}
      action={
        <Button size="small" onClick={() => setWriting('new')}>
          <Icon name="plus" size={16} /> {t('admin.write')}
        </Button>
      }
    >
      <ListView
        list={list}
        label={t('admin.title')}
        empty={<EmptyInline text={t('admin.none')} />}
        keyOf={({ noticeId }) => noticeId}
      >
        {(notice) => <NoticeRow notice={notice} onEdit={() => setWriting(notice)} />}
      </ListView>
      {writing && (
        <NoticeModal notice={writing === 'new' ? null : writing} onClose={() => setWriting(null)} />
      )}
    </Panel>
  )
}

function NoticeRow({ notice, onEdit }: { notice: WrittenNotice; onEdit: () => void }) {
  const t = useText('mail')
  const toast = useToast()
  const { language } = useLanguage()
  const { withdraw } = useNoticeActions()
  const [asking, setAsking] = useState(false)
  const { noticeId, title, state, publishAt } = notice
  return (
    <div className="ml-written-row">
      <div className="ml-written-text">
        <strong>
          {title[language]} <Badge tone={TONES[state]}>{t(`admin.states.${state}`)}</Badge>
        </strong>
        <small>{t('admin.at', { time: shownAt(publishAt) })}</small>
      </div>
      <div className="wv-actions">
        {state === 'scheduled' && (
          <Button variant="secondary" size="small" onClick={onEdit}>
            {t('admin.edit')}
          </Button>
        )}
        {state !== 'withdrawn' && (
          <Button variant="quiet" size="small" className="ml-withdraw" onClick={() => setAsking(true)}>
            {t('admin.withdraw')}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          title={t('admin.withdrawTitle')}
          text={t(state === 'scheduled' ? 'admin.withdrawScheduled' : 'admin.withdrawText')}
          action={t('admin.withdraw')}
          tone="danger"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await withdraw(noticeId)
            toast(t('admin.withdrawn'))
          }}
        />
      )}
    </div>
  )
}
