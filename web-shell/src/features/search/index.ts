// The chunk of the search box.
import type { PartModule } from '../../lib/lazy'
import type { ModalProps } from '../../lib/modal-props'
import { texts } from '../../locales/search'
import { SearchModal } from './SearchModal'

export const search: PartModule<ModalProps> = { default: SearchModal, texts: [texts] }
