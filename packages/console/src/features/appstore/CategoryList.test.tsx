import { appCategories } from '@muster/contract'
import { listSpec } from '../../../test/listSpec.tsx'
import { CategoryList } from './CategoryList.tsx'

listSpec('store categories', { Screen: CategoryList, page: appCategories.page })
