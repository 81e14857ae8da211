// Where the wizard is and what has been chosen so far.
import type { GiftWizardData } from '@witverse/sdk'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

export type Step = 'SELECT' | 'CHOOSE_FRIEND' | 'CHOOSE_GIFT' | 'COMPLETE'
export type GiftType = 'wit' | 'item'

export const STEPS: Step[] = ['SELECT', 'CHOOSE_FRIEND', 'CHOOSE_GIFT', 'COMPLETE']

/** The gift as the client knows it before it is sent. */
export interface GiftInfo {
  friendId: string
  friendName: string
  friendImage: string | null
  message: string
  productId: string
  productName: string
  collectionImage: string
  witAmount: string
}

export interface WizardState extends GiftInfo {
  step: Step
  type: GiftType
  /** Chosen before the wizard opened. */
  preset: { friend: boolean; item: boolean }
}

const EMPTY: GiftInfo = {
  friendId: '',
  friendName: '',
  friendImage: null,
  message: '',
  productId: '',
  productName: '',
  collectionImage: '',
  witAmount: '',
}

export function begin(data: GiftWizardData | null): WizardState {
  const { friendId = '', friendName = '', friendImage = null, itemId = '' } = data ?? {}
  const preset = { friend: friendId !== '' && friendName !== '', item: itemId !== '' }
  const friend = preset.friend ? { friendId, friendName, friendImage } : {}
  const state: WizardState = {
    ...EMPTY,
    ...friend,
    productId: itemId,
    type: preset.item ? 'item' : 'wit',
    preset,
    step: 'SELECT',
  }
  return preset.item ? { ...state, step: afterType(state) } : state
}

const afterType = ({ friendId }: WizardState): Step => (friendId === '' ? 'CHOOSE_FRIEND' : 'CHOOSE_GIFT')

/** The step before this one; null where there is none to go back to. */
export function stepBefore({ step, preset }: WizardState): Step | null {
  const first = preset.item ? null : ('SELECT' as const)
  if (step === 'CHOOSE_FRIEND') return first
  if (step === 'CHOOSE_GIFT') return preset.friend ? first : 'CHOOSE_FRIEND'
  return null
}

interface Wizard extends WizardState {
  /** Who left this gift to look for more WIT. */
  asideBy: string | null
  /** A new gift of this person, or the one that was put aside if it can be meant. */
  begin: (data: GiftWizardData | null, by: string) => void
  putAside: (by: string) => void
  /** One more for the same friend. */
  another: () => void
  chooseType: (type: GiftType) => void
  chooseFriend: (friend: Pick<GiftInfo, 'friendId' | 'friendName' | 'friendImage'>) => void
  change: (facts: Partial<GiftInfo>) => void
  go: (step: Step) => void
}

/** Whether what the wizard is opened with now has nothing against this gift. */
const fits = (gift: WizardState, data: GiftWizardData | null) =>
  !data?.itemId && (!data?.friendId || data.friendId === gift.friendId)

export const useWizard = create<Wizard>()(
  persist(
    (set) => ({
      ...begin(null),
      asideBy: null,
      begin: (data, by) =>
        set((state) => {
          const goesOn = state.asideBy === by && fits(state, data)
          return { ...(goesOn ? {} : begin(data)), asideBy: null }
        }),
      putAside: (by) => set({ asideBy: by }),
      another: () =>
        set(({ friendId, friendName, friendImage }) => begin({ friendId, friendName, friendImage })),
      chooseType: (type) => set((state) => ({ type, step: afterType(state) })),
      chooseFriend: (friend) => set({ ...friend, step: 'CHOOSE_GIFT' }),
      change: (facts) => set(facts),
      go: (step) => set({ step }),
    }),
    {
      name: 'witverse.gifts.aside',
      version: 1,
      // Paying leads away from the platform and back; what is not aside is nobody's business.
      storage: createJSONStorage(() => sessionStorage),
      partialize: (state) => (state.asideBy === null ? {} : state),
    },
  ),
)
