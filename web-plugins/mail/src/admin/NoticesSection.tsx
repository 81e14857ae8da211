// The notices of administrators: write, schedule, withdraw.

import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  Icon,
  ListView,
  Panel,
  Row,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { formatKst } from '@witverse/sdk/pickers'
import { useState } from 'react'
import { useNoticeActions, useWrittenNotices, type WrittenNotice } from '../api/written-notices'
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
    <Row
      boxed
      title={title[language]}
      badge={<Badge tone={TONES[state]}>{t(`admin.states.${state}`)}</Badge>}
      notes={[t('admin.at', { time: formatKst(publishAt) })]}
    >
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
    </Row>
  )
}
