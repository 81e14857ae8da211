// The way to the tutorial for people who have not done it.
import { ButtonLink, Notice, usePartText } from '@witverse/sdk'
import { isTutorialDone } from './progress'

const ko = {
  start: '튜토리얼 시작',
  text: '블록이 처음이신가요? 걷고, 앉고, 이야기하는 방법을 1분 만에 익혀 보세요.',
}
const en: typeof ko = {
  start: 'Start the tutorial',
  text: 'New to blocks? Learn to walk, sit and talk in a minute.',
}

declare global {
  interface WitverseTexts {
    'blocks-invitation': typeof ko
  }
}

const texts = { namespace: 'blocks-invitation', ko, en } as const

export function Invitation() {
  const t = usePartText(texts)
  if (isTutorialDone()) return null
  return (
    <Notice
      icon="compass"
      action={
        <ButtonLink size="small" to="/block/tutorial">
          {t('start')}
        </ButtonLink>
      }
    >
      {t('text')}
    </Notice>
  )
}
