// The field for a new password, with the rules that it does and does not meet yet.
import { classes, Icon, TextInput, type TextInputProps, useText } from '@witverse/sdk'
import { PASSWORD_RULES, PASSWORD_RULES_ATTRIBUTE } from './rules'

const RULES = Object.entries(PASSWORD_RULES) as [keyof typeof PASSWORD_RULES, (value: string) => boolean][]

export function NewPasswordInput(props: Omit<TextInputProps, 'type' | 'hint'>) {
  const t = useText('shell')
  return (
    <div className="sh-new-password">
      <TextInput
        {...props}
        {...{ passwordrules: PASSWORD_RULES_ATTRIBUTE }}
        type="password"
        autoComplete="new-password"
      />
      <ul aria-label={t('fields.passwordRules')}>
        {RULES.map(([name, rule]) => {
          const isMet = rule(props.value)
          return (
            <li key={name} className={classes(isMet && 'is-met')}>
              <span className="sh-rule-mark">{isMet && <Icon name="check" size={12} />}</span>
              <span>{t(`fields.passwordRule.${name}`)}</span>
              <span className="wv-visually-hidden">
                {t(isMet ? 'fields.passwordMet' : 'fields.passwordUnmet')}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
