import type { Texts } from '../../lib/lazy'
import { en } from './en'
import { ko } from './ko'

export const texts: Texts = { namespace: 'shell-search', ko, en }
