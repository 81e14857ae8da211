// All subsets of Pretendard; the browser fetches only those whose characters are on the page.
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
