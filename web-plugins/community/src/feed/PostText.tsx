// The text of a post or comment, with its mentions marked.
import { Fragment } from 'react'

/** `@` and a nickname, as the server reads it. */
const MENTION = /(?<![\p{L}\p{N}])@[a-z0-9_]{3,12}(?![a-z0-9_])/giu

export function PostText({ text, className }: { text: string; className?: string }) {
  const mentions = [...text.matchAll(MENTION)]
  let at = 0
  return (
    <p className={className} dir="auto">
      {mentions.map((mention) => {
        const before = text.slice(at, mention.index)
        at = mention.index + mention[0].length
        return (
          <Fragment key={mention.index}>
            <span>{before}</span>
            <b className="cm-mention" translate="no">
              {mention[0]}
            </b>
          </Fragment>
        )
      })}
      <span>{text.slice(at)}</span>
    </p>
  )
}
