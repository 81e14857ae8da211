// `@witverse/sdk/controls`: tabs, menus, tooltips and wizard steps. Loaded with the first page that uses it.
import './menu-item.css'
import './controls.css'

export { Menu, type MenuChoice, type MenuEntry, type MenuItem } from './Menu'
export { type Step, Stepper } from './Stepper'
export { type Tab, Tabs } from './Tabs'
export { Tooltip } from './Tooltip'
export { useSteps } from './useSteps'
