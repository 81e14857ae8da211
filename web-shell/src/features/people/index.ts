// The chunk of profiles, sharing, reports and appeals.
import type { PartModule } from '../../lib/lazy'
import type { ModalProps } from '../../lib/modal-props'
import { texts } from '../../locales/people'
import { texts as safetyTexts } from '../../locales/safety'
import { AppealScreen } from '../appeal/AppealScreen'
import { ReportModal } from '../report/ReportModal'
import { ShareModal } from '../share/ShareModal'
import { PersonScreen } from './PersonScreen'

const profileTexts = [texts, safetyTexts]

export const person: PartModule<object> = { default: PersonScreen, texts: profileTexts }
export const appeal: PartModule<object> = { default: AppealScreen, texts: profileTexts }
export const share: PartModule<ModalProps> = { default: ShareModal, texts: profileTexts }
export const report: PartModule<ModalProps> = { default: ReportModal, texts: profileTexts }
