// The chunk of the shell's wallet parts; the wallet's pages belong to a plugin.
import './wallet.css'
import type { PartModule } from '../../lib/lazy'
import type { ModalProps } from '../../lib/modal-props'
import { texts } from '../../locales/wallet'
import { NotEnoughModal } from './NotEnoughModal'
import { WalletChip } from './WalletChip'

export const chip: PartModule<object> = { default: WalletChip, texts: [texts] }
export const notEnough: PartModule<ModalProps> = { default: NotEnoughModal, texts: [texts] }
