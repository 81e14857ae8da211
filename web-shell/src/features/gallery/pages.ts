// The pages of the gallery, in the order of its navigation.
import type { ComponentType } from 'react'
import { ButtonsPage } from './pages/ButtonsPage'
import { ChartPage } from './pages/ChartPage'
import { ChoicePage } from './pages/ChoicePage'
import { ComboboxPage } from './pages/ComboboxPage'
import { DatesPage } from './pages/DatesPage'
import { EmptyPage } from './pages/EmptyPage'
import { FieldsPage } from './pages/FieldsPage'
import { FormPage } from './pages/FormPage'
import { ImagesPage } from './pages/ImagesPage'
import { LayoutPage } from './pages/LayoutPage'
import { ListPage } from './pages/ListPage'
import { MenuPage } from './pages/MenuPage'
import { ModalPage } from './pages/ModalPage'
import { NumbersPage } from './pages/NumbersPage'
import { PeoplePage } from './pages/PeoplePage'
import { SkeletonPage } from './pages/SkeletonPage'
import { StepsPage } from './pages/StepsPage'
import { TablePage } from './pages/TablePage'
import { TabsPage } from './pages/TabsPage'
import { ToastsPage } from './pages/ToastsPage'
import { TooltipPage } from './pages/TooltipPage'
import { UploadsPage } from './pages/UploadsPage'
import { WitPage } from './pages/WitPage'

export const FIRST_PAGE = 'buttons'

export const PAGES = [
  { id: 'buttons', group: 'kit', Body: ButtonsPage },
  { id: 'fields', group: 'kit', Body: FieldsPage },
  { id: 'choice', group: 'kit', Body: ChoicePage },
  { id: 'modal', group: 'kit', Body: ModalPage },
  { id: 'toasts', group: 'kit', Body: ToastsPage },
  { id: 'empty', group: 'kit', Body: EmptyPage },
  { id: 'layout', group: 'kit', Body: LayoutPage },
  { id: 'skeleton', group: 'kit', Body: SkeletonPage },
  { id: 'people', group: 'kit', Body: PeoplePage },
  { id: 'wit', group: 'kit', Body: WitPage },
  { id: 'tabs', group: 'controls', Body: TabsPage },
  { id: 'menu', group: 'controls', Body: MenuPage },
  { id: 'tooltip', group: 'controls', Body: TooltipPage },
  { id: 'steps', group: 'controls', Body: StepsPage },
  { id: 'form', group: 'forms', Body: FormPage },
  { id: 'numbers', group: 'forms', Body: NumbersPage },
  { id: 'combobox', group: 'pickers', Body: ComboboxPage },
  { id: 'dates', group: 'pickers', Body: DatesPage },
  { id: 'table', group: 'data', Body: TablePage },
  { id: 'list', group: 'data', Body: ListPage },
  { id: 'chart', group: 'data', Body: ChartPage },
  { id: 'images', group: 'content', Body: ImagesPage },
  { id: 'uploads', group: 'files', Body: UploadsPage },
] as const satisfies { id: string; group: string; Body: ComponentType }[]

type Group = (typeof PAGES)[number]['group']

const GROUPS: readonly Group[] = ['kit', 'controls', 'forms', 'pickers', 'data', 'content', 'files']

export const pagesByGroup = () =>
  GROUPS.map((group) => ({ group, pages: PAGES.filter((page) => page.group === group) }))
