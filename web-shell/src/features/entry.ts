// The modals for logging in and signing up, in one chunk, because they open each other.
import type { PartModule } from '../lib/lazy'
import type { ModalProps } from '../lib/modal-props'
import { texts as entryTexts } from '../locales/entry'
import { ForgotPasswordModal } from './forgot-password/ForgotPasswordModal'
import { LoginLinkModal } from './login-link/LoginLinkModal'
import { NicknameModal } from './nickname/NicknameModal'
import { SelectWorldModal } from './select-world/SelectWorldModal'
import { SignInModal } from './sign-in/SignInModal'
import { SignUpModal } from './sign-up/SignUpModal'
import { WelcomeModal } from './sign-up/WelcomeModal'

const part = (Modal: PartModule<ModalProps>['default']): PartModule<ModalProps> => ({
  default: Modal,
  texts: [entryTexts],
})

export const signIn = part(SignInModal)
export const signUp = part(SignUpModal)
export const welcome = part(WelcomeModal)
export const forgotPassword = part(ForgotPasswordModal)
export const loginLink = part(LoginLinkModal)
export const nickname = part(NicknameModal)
export const selectWorld = part(SelectWorldModal)
