// The line under a world's name. In English a card shows a greeting, in Korean the world's description.
import type { Language, Translate } from '@witverse/sdk'

interface WorldText {
  worldName: string
  description: { ko: string; en: string }
}

type Text = Translate<'worlds'>

export function welcomeLine(world: WorldText, language: Language, t: Text): string {
  const greeting = t('welcome', { world: world.worldName })
  return language === 'en' ? greeting : world.description.ko || greeting
}

export function describeWorld(world: WorldText, language: Language, t: Text): string {
  return world.description[language] || t('welcome', { world: world.worldName })
}
