// Classifies errors for pages.
import { ApiError } from '@witverse/api-client'

/** The code of an action that the person cancelled, such as a closed dialog. Pages show no error for it. */
export const DISMISSED = 'dismissed'

export const isDismissed = (error: unknown): boolean => error instanceof ApiError && error.code === DISMISSED

/** The thing does not exist or is hidden from the caller; a retry would not help. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
