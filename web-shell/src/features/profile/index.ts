// The chunk of `/profile`.
import type { PartModule } from '../../lib/lazy'
import type { ModalProps } from '../../lib/modal-props'
import { texts } from '../../locales/profile'
import { texts as safetyTexts } from '../../locales/safety'
import { texts as sudoTexts } from '../../locales/sudo'
import { ProfileScreen } from './ProfileScreen'
import { WalletVerifiedModal } from './wallets/WalletVerifiedModal'

export const profile: PartModule<object> = { default: ProfileScreen, texts: [texts, safetyTexts, sudoTexts] }
export const walletVerified: PartModule<ModalProps> = { default: WalletVerifiedModal, texts: [texts] }
