import { keysOf, valuesOf } from '@witverse/sdk/testing'
import { expect, it } from 'vitest'
import { en } from './en'
import { ko } from './ko'

it('has the same keys in Korean and English', () => expect(keysOf(ko)).toEqual(keysOf(en)))

it('uses the same values in both', () => expect(valuesOf(ko)).toEqual(valuesOf(en)))

it('has the wording of the catalogue', () => {
  expect(en.signIn).toMatchObject({
    passwordUnmatch: 'Password does not match.',
    userNotExist: 'Email does not exist.',
    unactivated: 'Please verify your email.',
    invalidEmail: 'Invalid email.',
    invalidPassword: 'Invalid password.',
    failed: 'An error occurred while logging in. Please try again.',
  })
  expect(en.signUp.alreadyExists).toBe('This email is already registered.')
  expect(en.signUp.failed).toBe('An unknown error has occurred.')
  expect(en.verify).toMatchObject({
    alreadyConfirmed: 'This email is already verified.',
    invalid: 'Invalid verification code.',
    notMatched: 'Verification code does not match.',
  })
  expect(en.nickname.duplicate).toBe('this nickname is already in use')
})
