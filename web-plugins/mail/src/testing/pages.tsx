// Test helpers: mail over a mocked network, with sample data.
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type { Alarm, Notice, PluginSender, Preferences, Reply, Thread } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

export const alarm = (facts: Partial<Alarm> = {}): Alarm => ({
  alarmId: 'a1',
  kind: 'gift',
  title: { ko: '선물이 도착했습니다', en: 'A gift has arrived' },
  description: { ko: 'theo님이 보냈습니다.', en: 'From theo.' },
  from: person('theo'),
  isRead: false,
  createdAt: new Date().toISOString(),
  activeAt: new Date().toISOString(),
  link: '/gifts?id=g1',
  canReply: true,
  replyCount: 0,
  remainAmount: null,
  ...facts,
})

export const reply = (content: string, mine = false): Reply => ({
  replyId: `r-${content}`,
  from: person(mine ? 'mina' : 'theo'),
  mine,
  content,
  at: new Date().toISOString(),
})

export const thread = (facts: Partial<Thread> = {}): Thread => ({
  ...alarm(),
  replies: [],
  sender: null,
  ...facts,
})

export const sender = (facts: Partial<PluginSender> = {}): PluginSender => ({
  plugin: 'acme.poll',
  worldId: 'w-agora',
  worldName: 'agora',
  name: { ko: '투표', en: 'Poll' },
  isMuted: false,
  ...facts,
})

export const notice = (facts: Partial<Notice> = {}): Notice => ({
  noticeId: 'n1',
  title: { ko: '점검', en: 'Maintenance' },
  body: { ko: '쉽니다.', en: 'We rest from 4 to 5.' },
  publishedAt: '2026-11-20T03:00:00Z',
  isRead: false,
  ...facts,
})

const CHANNELS = { app: true, email: false, push: false }
export const PREFERENCES: Preferences = {
  kinds: {
    gift: CHANNELS,
    friend: CHANNELS,
    reward: CHANNELS,
    reply: CHANNELS,
    trade: CHANNELS,
    event: CHANNELS,
    notice: CHANNELS,
  },
  digest: 'off',
}

export const check = (alarms: number, notices: number) => ({
  payload: { isAlarm: alarms > 0, isNotice: notices > 0, alarms, notices },
})

export async function renderMail(page: ReactNode, { answers, ...options }: Options = {}) {
  return renderPlugin(page, {
    id: 'mail',
    texts: { ko, en },
    plugins: { mail: { '/mail': 'mail' } },
    ...options,
    answers: {
      'GET /api/v2/mails/new/check': check(1, 1),
      'GET /api/v2/mails/alarms': list(alarm()),
      'GET /api/v2/mails/notices': list(notice()),
      'GET /api/v2/mails/preferences': { payload: PREFERENCES },
      'GET /api/v2/mails/plugins': { payload: { items: [] } },
      ...answers,
    },
  })
}
