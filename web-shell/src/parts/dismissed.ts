// What somebody left by their own choice (a closed dialogue) is not complained about: the SDK's actions know the code.
import { ApiError } from '@witverse/sdk'

export const DISMISSED = 'dismissed'

export const isDismissed = (error: unknown): boolean => error instanceof ApiError && error.code === DISMISSED
