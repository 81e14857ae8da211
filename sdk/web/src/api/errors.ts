// What a page does about an error other than showing its words.
import { ApiError } from '@witverse/api-client'

/** The code of what somebody left by their own choice, such as a closed dialogue: it is not complained about. */
export const DISMISSED = 'dismissed'

export const isDismissed = (error: unknown): boolean => error instanceof ApiError && error.code === DISMISSED

/** There is no such thing, or none for whoever asks: trying again would not help. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
