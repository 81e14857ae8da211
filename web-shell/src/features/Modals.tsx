// The shell's modals by id; at most one is shown.
import { useModal, useOpenModals } from '@witverse/sdk'
import type { ComponentType } from 'react'
import { NicknameModal } from './nickname/NicknameModal'
import { SelectWorldModal } from './select-world/SelectWorldModal'
import { SignInModal } from './sign-in/SignInModal'
import { SignUpModal } from './sign-up/SignUpModal'
import { WelcomeModal } from './sign-up/WelcomeModal'

export interface ModalProps {
  data: unknown
  close: () => void
}

const MODALS: Record<string, ComponentType<ModalProps>> = {
  'sign-in': SignInModal,
  'sign-up': SignUpModal,
  welcome: WelcomeModal,
  nickname: NicknameModal,
  'select-world': SelectWorldModal,
}

export function Modals() {
  const { close } = useModal()
  const entry = useOpenModals().at(-1)
  const Body = entry && MODALS[entry.id]
  return Body ? <Body data={entry.data} close={() => close(entry.id)} /> : null
}

/** The e-mail address that one modal hands to the next. */
export function emailIn(data: unknown): string {
  const email = (data as { email?: unknown } | null)?.email
  return typeof email === 'string' ? email : ''
}
