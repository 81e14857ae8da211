// The chunk of the confirmation of identity.
export { texts } from '../../../locales/sudo'
export { SudoProvider } from './SudoProvider'
