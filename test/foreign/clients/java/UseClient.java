import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.BrandsApi;
import org.openapitools.client.api.PromptsApi;
import org.openapitools.client.api.ReportsApi;
import org.openapitools.client.api.SchemaApi;
import org.openapitools.client.model.*;
import org.openapitools.client.model.Error;

/**
 * Uses the client that openapi-generator made of the contract against a server.
 * Usage: java UseClient URL EMAIL PASSWORD KEY
 */
class UseClient {
  static final ObjectMapper MAPPER = ApiClient.createDefaultObjectMapper();

  interface Call {
    Object make() throws ApiException;
  }

  public static void main(String[] args) throws Exception {
    String url = args[0];
    Tokens tokens = new AuthApi(client(url, "X-None", "")).login(new Login().email(args[1]).password(args[2]));
    ApiClient member = client(url, "Authorization", "Bearer " + tokens.getAccessToken());
    ApiClient byKey = client(url, "X-API-Key", args[3]);
    readReports(new ReportsApi(byKey));
    manageBrands(new BrandsApi(member));
    ingest(new PromptsApi(byKey));
    validateMarkup(new SchemaApi(member));
    System.out.println("used");
  }

  static void readReports(ReportsApi reports) throws Exception {
    BrandsReportParameters byPlatform = new BrandsReportParameters().limit(10)
        .dimensions(Set.of(BrandsReportDimension.PLATFORM));
    var brands = reports.reportBrandsWithHttpInfo(null, null, byPlatform);
    expect(brands.getHeaders().containsKey("x-snapshot-id"), brands);
    expect(brands.getData().getData().get(0).getBrand().getName().equals("Kept"), brands.getData());

    Error refused = refusal(400, () -> reports.reportBrands(null, null, new BrandsReportParameters().limit(0)));
    expect(refused.getError() == ErrorCode.VALIDATION_ERROR, refused);

    // Rows of this report have two forms: the caller knows which one it asked for.
    QueriesReport queries = reports.reportQueries(null, null, new QueriesReportParameters());
    QueryRow row = MAPPER.treeToValue(queries.getData().get(0), QueryRow.class);
    expect(row.getBrand().getName().equals("Kept") && row.getLatestResult() != null, row);
    QueriesReport pulled = reports.reportQueries(null, null, new QueriesReportParameters().after("start").offset(null));
    expect(pulled.getData().size() == 1, pulled);
  }

  static void manageBrands(BrandsApi brands) throws Exception {
    BrandCreate brand = new BrandCreate().name("Lumenfold").aliases(Set.of("Lumen Fold"));
    Brand made = brands.createBrand(brand, null);
    expect(made.getName().equals("Lumenfold"), made);
    BrandList listed = brands.listBrands(10, null, null, null, null);
    expect(listed.getData().size() == 2, listed);
    Error twice = refusal(409, () -> brands.createBrand(brand, null));
    expect(twice.getError() == ErrorCode.CONFLICT, twice);
  }

  static void ingest(PromptsApi prompts) throws Exception {
    Run run = new Run().externalId("java-1").brand("Lumenfold").platform("CHATGPT")
        .queryText("Which reading lamp is easiest on the eyes?").executedAt(OffsetDateTime.now())
        .answer("Lumenfold is the gentlest lamp we found.");
    IngestResult outcome = prompts.ingestRuns(List.of(new RunBatchInner(run)), null, null);
    expect(outcome.getCreated() == 1 && outcome.getRefused() == 0, outcome);
  }

  static void validateMarkup(SchemaApi markup) throws Exception {
    var jsonLd = MAPPER.createArrayNode();
    jsonLd.addObject().put("@context", "https://schema.org").put("@type", "Organization").put("name", "Lumenfold");
    SchemaValidation found = markup.validateSchema(new SchemaValidate().jsonLd(jsonLd), null);
    expect(!found.getFindings().isEmpty(), found);
  }

  static Error refusal(int status, Call call) throws Exception {
    try {
      throw new AssertionError(call.make());
    } catch (ApiException refused) {
      expect(refused.getCode() == status, refused);
      return MAPPER.readValue(refused.getResponseBody(), Error.class);
    }
  }

  static ApiClient client(String url, String header, String value) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header(header, value));
    return client;
  }

  static void expect(boolean holds, Object seen) {
    if (!holds) throw new AssertionError(seen);
  }
}
