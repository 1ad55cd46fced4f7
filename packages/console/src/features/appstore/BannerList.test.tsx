import { banners } from '@muster/contract'
import { listSpec } from '../../../test/listSpec.tsx'
import { BannerList } from './BannerList.tsx'

listSpec('store banners', { Screen: BannerList, page: banners.page })
