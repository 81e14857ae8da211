// The state of the wizard: the step and the choices.
import { type GiftWizardData, inTab } from '@witverse/sdk'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

export type Step = 'SELECT' | 'CHOOSE_FRIEND' | 'CHOOSE_GIFT' | 'COMPLETE'
export type GiftType = 'wit' | 'item'

export const STEPS: Step[] = ['SELECT', 'CHOOSE_FRIEND', 'CHOOSE_GIFT', 'COMPLETE']

/** The gift in the client before it is sent. */
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
  /** Choices that were made before the wizard opened. */
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

/** The previous step; null if there is none. */
export function stepBefore({ step, preset }: WizardState): Step | null {
  const first = preset.item ? null : ('SELECT' as const)
  if (step === 'CHOOSE_FRIEND') return first
  if (step === 'CHOOSE_GIFT') return preset.friend ? first : 'CHOOSE_FRIEND'
  return null
}

interface Wizard extends WizardState {
  /** The account that saved this gift to buy more WIT. */
  savedBy: string | null
  /** Starts a new gift, or resumes the saved one if it matches the data. */
  begin: (data: GiftWizardData | null, by: string) => void
  saveDraft: (by: string) => void
  /** Starts another gift for the same friend. */
  another: () => void
  chooseType: (type: GiftType) => void
  chooseFriend: (friend: Pick<GiftInfo, 'friendId' | 'friendName' | 'friendImage'>) => void
  change: (facts: Partial<GiftInfo>) => void
  go: (step: Step) => void
}

/** Whether the data that the wizard is opened with matches this gift. */
const fits = (gift: WizardState, data: GiftWizardData | null) =>
  !data?.itemId && (!data?.friendId || data.friendId === gift.friendId)

export const useWizard = create<Wizard>()(
  persist(
    (set) => ({
      ...begin(null),
      savedBy: null,
      begin: (data, by) =>
        set((state) => {
          const resumes = state.savedBy === by && fits(state, data)
          return { ...(resumes ? {} : begin(data)), savedBy: null }
        }),
      saveDraft: (by) => set({ savedBy: by }),
      another: () =>
        set(({ friendId, friendName, friendImage }) => begin({ friendId, friendName, friendImage })),
      chooseType: (type) => set((state) => ({ type, step: afterType(state) })),
      chooseFriend: (friend) => set({ ...friend, step: 'CHOOSE_GIFT' }),
      change: (facts) => set(facts),
      go: (step) => set({ step }),
    }),
    {
      name: 'witverse.gifts.draft',
      version: 1,
      // A payment leaves the platform and returns. Only a saved gift is persisted.
      storage: createJSONStorage(() => inTab),
      partialize: (state) => (state.savedBy === null ? {} : state),
    },
  ),
)
