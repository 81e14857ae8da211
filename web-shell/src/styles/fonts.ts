// The whole of Pretendard in small subsets; the browser fetches only those whose characters are on the page.
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
