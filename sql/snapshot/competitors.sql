select org_id, id, brand_id, name
from competitors
