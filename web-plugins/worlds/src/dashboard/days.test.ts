import { expect, it } from 'vitest'
import { shortDay } from './days'

it('shortens a day to month and day', () => expect(shortDay('2026-01-05')).toBe('01.05'))
