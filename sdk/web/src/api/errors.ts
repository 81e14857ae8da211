// Classifies errors for pages.
import { ApiError } from '@witverse/api-client'

/** The error code of an action that the person cancelled, for example by closing a dialog. Pages show no error for it. */
export const DISMISSED = 'dismissed'

export const isDismissed = (error: unknown): boolean => error instanceof ApiError && error.code === DISMISSED

/** Whether the resource does not exist or is hidden from the caller (404): a retry would give the same answer. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
