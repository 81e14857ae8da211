// What an alarm says. A word back carries the title of what it answers, which speaks to the one who was told first.
import type { Language, useText } from '@witverse/sdk'
import type { Alarm } from '../api/types'

type Text = ReturnType<typeof useText>
type Said = Pick<Alarm, 'kind' | 'from' | 'title' | 'description'>

const isReply = ({ kind }: Said): boolean => kind === 'reply'

export const titleOf = (alarm: Said, language: Language, t: Text): string =>
  isReply(alarm) ? t('thread.wrote', { name: alarm.from?.nickname ?? t('someone') }) : alarm.title[language]

export const textOf = (alarm: Said, language: Language, t: Text): string =>
  isReply(alarm) ? t('thread.about', { title: alarm.title[language] }) : alarm.description[language]

const LEADS: [RegExp, string][] = [
  [/^\/gifts\b/, 'gift'],
  [/^\/friends\?tab=requests/, 'request'],
  [/^\/friends\b/, 'friends'],
  [/^\/(wallet|order|charge)\b/, 'wallet'],
  [/^\/(item|inventory)\b/, 'item'],
]

/** What is at the end of a link, as the button to it is called. */
export const leadOf = (link: string): string => LEADS.find(([path]) => path.test(link))?.[1] ?? 'other'
