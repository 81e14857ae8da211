import type { Texts } from '../../app/lazy'
import { en } from './en'
import { ko } from './ko'

export const texts: Texts = { namespace: 'shell-notices', ko, en }
