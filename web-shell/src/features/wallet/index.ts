// The chunk of the shell's wallet parts; the wallet's pages belong to a plugin.
import './wallet.css'
import type { PartModule } from '../../app/lazy'
import { texts } from '../../locales/wallet'
import type { ModalProps } from '../modal-props'
import { NotEnoughModal } from './NotEnoughModal'
import { WalletChip } from './WalletChip'

export const chip: PartModule<object> = { default: WalletChip, texts: [texts] }
export const notEnough: PartModule<ModalProps> = { default: NotEnoughModal, texts: [texts] }
