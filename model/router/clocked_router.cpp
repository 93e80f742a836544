#include "collnoc/model/router/clocked_router.hpp"

#include <algorithm>
#include <cstring>

#include "collnoc/model/router/router.hpp"

namespace collnoc::model {
namespace {

class ModelRouter final : public ClockedRouter {
 public:
  ModelRouter(const HardwareConfig& config, const Place& place) : router_(config, place) {}
  void reset(RouterOut& out) override { settle(out); }

  void tick(const RouterIn& in, RouterOut& out) override {
    Router::In wires;
    wires.valid = in.valid;
    wires.link = in.flit.data();
    std::copy(in.flit.begin() + links_, in.flit.begin() + router_.ports(), wires.channel.begin());
    std::memcpy(&wires.link_credit, in.link_credit.data(), sizeof wires.link_credit);
    wires.eject_credit = in.eject_credit;
    out.count = in.count_read ? router_.count(in.count_number) : 0;
    router_.commit(wires);
    settle(out);
  }

 private:
  void settle(RouterOut& out) {
    router_.settle(out.flit.data());
    const Router::Out_& driven = router_.out();
    out.valid = driven.valid;
    for (unsigned p = links_; p < router_.ports(); ++p) {
      if ((driven.valid >> p & 1) != 0) out.flit[p] = driven.channel[p - links_];
    }
    out.credit = driven.credit;
    out.quiescent = router_.quiescent();
  }

  Router router_;
  unsigned links_ = router_.config().links();
};

}  // namespace

std::unique_ptr<ClockedRouter> make_model_router(const HardwareConfig& config, const Place& place) {
  return std::make_unique<ModelRouter>(config, place);
}

}  // namespace collnoc::model
